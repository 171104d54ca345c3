import texts from '../../../../content/es/emergency.json' with { type: 'json' };
import { loadSpanishTexts } from '../../components/site-texts';
import { EmergencyPage } from './emergency.page';

export const Component = () => <EmergencyPage name="emergencyEs" texts={texts} />;

export const load = async () => void (await loadSpanishTexts());
