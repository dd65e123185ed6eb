/** How long a test waits for what a page is about to show: less than for the test, so that the message says for what. */
export const patience = { timeout: 15_000 }

/** How long a start may take where the browser has to be unpacked first, on a busy machine. */
export const browserStart = { timeout: 120_000 }
