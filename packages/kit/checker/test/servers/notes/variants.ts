import { variant } from '../kernel/deviation.ts'
import { seededNote } from './samples.ts'

/** Freedoms that correct notes may take. */
export const notesVariants = [
  variant(
    'all-that-is-wrong-answers-418',
    'Answers one unusual status for all that is wrong; the document has the whole family.',
    async (send) => void (await send('GET', '/notes.get?id=1')),
  ),
  variant(
    'notes-are-told-backwards',
    'Tells the properties of a note in another order than they were sent.',
    async (send) => void (await send('GET', `/notes.get?id=${seededNote}`)),
  ),
  variant(
    'settings-gain-a-font-size',
    'Puts a size of its own where the new settings have none.',
    async (send) => {
      await send('PUT', '/settings', { json: { theme: 'dark', font_size: 20 } })
      await send('PUT', '/settings', { json: { theme: 'dark' } })
    },
  ),
  variant(
    'head-tells-no-length',
    'Leaves the length of the content out where HEAD asks.',
    async (send) => void (await send('HEAD', '/settings')),
  ),
]
