import type { StaffRole } from '../../../api/generated/types.gen';

/** The roles with their descriptions for the form. */
export const ROLES: readonly { value: StaffRole; label: string; description: string }[] = [
  { value: 'reviewer', label: 'Reviewer', description: 'Submissions, certificates and brands' },
  { value: 'editor', label: 'Editor', description: 'Articles, subscribers and messages' },
  {
    value: 'administrator',
    label: 'Administrator',
    description: 'Everything, plus accounts, partner labs and their keys',
  },
];

export const roleLabel = (role: StaffRole) => ROLES.find(({ value }) => value === role)?.label ?? role;

/** The roles that are checked in a form. */
export const chosenRoles = (values: FormData) => values.getAll('roles') as StaffRole[];
