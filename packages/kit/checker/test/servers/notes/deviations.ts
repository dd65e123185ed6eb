import { defectsOfAnswers } from './defects-of-answers.ts'
import { defectsOfCalls } from './defects-of-calls.ts'
import { notesVariants } from './variants.ts'

/** Every seeded fault of the notes. */
export const notesDefects = [...defectsOfCalls, ...defectsOfAnswers] as const

/** Id of a defect or variant of the notes. */
export type NotesDeviation = (typeof notesDefects)[number]['id'] | (typeof notesVariants)[number]['id']
