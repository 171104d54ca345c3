import { type Block, button, small } from './email-layout.js';

/** The one thing to do next, with its address in both forms, for programs that show no buttons. */
export const callToAction = (label: string, url: string): Block => {
  const pressed = button(label, url);
  const copied = small(`If the button doesn't work, copy this link into your browser:\n${url}`);
  return { html: `${pressed.html}\n${copied.html}`, text: pressed.text };
};
