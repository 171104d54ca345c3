/**
 * What Node is started with to serve; the Dockerfile says the same. Young objects have 8 MB instead of 16 before they are
 * looked through: a hundred megabytes less under load, for no time that could be measured (docs/decisions/0021).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];
