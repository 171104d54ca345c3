/** The forms of a brand's page, by the value of their hidden field `step`. */
export type DeskStep = 'prove' | 'reply' | 'withdraw' | 'contact' | 'discontinue' | 'continue';

/** What each form asks the API for. The page and the server use it, so that both do the same with the same fields. */
export function deskCall(token: string, values: Readonly<Record<string, string>>) {
  const { step, reference, text, website, contactEmail, productName } = values;
  if (step === 'reply') return { url: '/api/brand-desk/replies', payload: { token, reference, text } };
  if (step === 'withdraw') return { url: '/api/brand-desk/withdrawal', payload: { token, reference } };
  if (step === 'contact') return { url: '/api/brand-desk/contact', payload: { token, website, contactEmail } };
  if (step === 'discontinue' || step === 'continue') {
    return { url: '/api/brand-desk/products', payload: { token, productName, discontinued: step === 'discontinue' } };
  }
  return { url: '/api/brand-desk/proof', payload: { token } };
}
