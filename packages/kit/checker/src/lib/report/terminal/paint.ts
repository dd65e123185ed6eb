import { styleText } from 'node:util'

/** Colours a text, or leaves it as it is. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** Colours for a terminal that shows them. */
export const createPaint = (isColoured: boolean): Paint =>
  isColoured ? (format, text) => styleText(format, text, { validateStream: false }) : (_format, text) => text
