import { defineVariants } from '../kernel/deviation.ts'
import { seededNote } from './samples.ts'

/** Freedoms that correct notes may take. */
export const notesVariants = defineVariants([
  {
    id: 'all-that-is-wrong-answers-418',
    description: 'Answers one unusual status for all that is wrong; the document has the whole family.',
    probe: async (send) => void (await send('GET', '/notes.get?id=1')),
  },
  {
    id: 'notes-are-told-backwards',
    description: 'Tells the properties of a note in another order than they were sent.',
    probe: async (send) => void (await send('GET', `/notes.get?id=${seededNote}`)),
  },
  {
    id: 'settings-gain-a-font-size',
    description: 'Puts a size of its own where the new settings have none.',
    probe: async (send) => {
      await send('PUT', '/settings', { json: { theme: 'dark', font_size: 20 } })
      await send('PUT', '/settings', { json: { theme: 'dark' } })
    },
  },
  {
    id: 'head-tells-no-length',
    description: 'Leaves the length of the content out where HEAD asks.',
    probe: async (send) => void (await send('HEAD', '/settings')),
  },
])
