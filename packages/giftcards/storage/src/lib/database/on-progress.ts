/** Told each step of a long work, in words for a person; the work waits for it. */
export type OnProgress = (step: string) => Promise<void> | void
