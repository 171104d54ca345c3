const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for texts that contain this one. */
export const likeAnywhere = (text: string) => `%${literally(text)}%`;

/** A LIKE pattern for texts that begin with this one. */
export const likeBeginning = (text: string) => `${literally(text)}%`;
