/** The URL of the server for this page's reader, without a trailing slash. The pages are in a folder below it. */
export const serverUrl: string = new URL('../', location.href).href.replace(/\/$/, '')
