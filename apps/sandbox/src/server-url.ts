/** Where this page's reader reaches the server, without a slash at its end: the pages are in a folder of it. */
export const serverUrl: string = new URL('../', location.href).href.replace(/\/$/, '')
