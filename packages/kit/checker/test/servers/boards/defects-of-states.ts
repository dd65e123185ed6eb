import { fault } from '../kernel/deviation.ts'
import { addCard, changeCard, complete, home, seeded } from './samples.ts'

const draft = `${home}/cards/${seeded.draft}`
const open = `${home}/cards/${seeded.open}`
const held = { held_until: '2027-06-01' }

/** States of cards: ways into them, and what follows from `held_until`. */
export const defectsOfStates = [
  // Opens what is done, which is final.
  fault('done-cards-can-be-published', 'D75', 'publish_card', ['illegal-transition', 'job-never-ends'], {
    probe: async (send) => {
      await complete(send, open)
      await send('POST', `${open}/actions/publish`)
    },
  }),
  fault('held-cards-can-be-published', 'D75', 'publish_card', ['illegal-transition'], {
    probe: async (send) => void (await send('POST', `${await addCard(send, held)}/actions/publish`)),
  }),
  fault('open-cards-can-be-published', 'D75', 'publish_card', ['illegal-transition'], {
    probe: async (send) => void (await send('POST', `${open}/actions/publish`)),
  }),
  fault('drafts-can-be-completed', 'D75', 'complete_card', ['illegal-transition'], {
    probe: async (send) => void (await complete(send, draft)),
  }),
  fault('done-cards-can-be-completed', 'D75', 'complete_card', ['illegal-transition'], {
    probe: async (send) => {
      await complete(send, open)
      await complete(send, open)
    },
  }),
  // A change of the title opens a card that is done.
  fault('changes-reopen-what-is-done', 'D75', 'update_card', ['job-never-ends'], {
    probe: async (send) => {
      await complete(send, open)
      await changeCard(send, open, 2, { title: 'Again' })
    },
  }),
  // Answers that the card is done, and keeps it open.
  fault('completions-are-not-kept', 'D75', 'complete_card', ['job-never-ends', 'read-your-write'], {
    probe: async (send) => {
      await complete(send, open)
      await send('GET', open)
    },
  }),
  fault('rejected-completions-are-kept', 'D71', 'complete_card', ['failed-change-side-effects'], {
    probe: async (send) => {
      await complete(send, draft)
      await send('GET', draft)
    },
  }),
  fault('state-is-taken', 'D59', 'create_card', ['read-only-written'], {
    probe: async (send) => void (await send('GET', await addCard(send, { state: 'done' }))),
  }),
  fault('state-is-taken-by-changes', 'D59', 'update_card', ['read-only-written'], {
    probe: async (send) => changeCard(send, draft, 1, { state: 'done' }),
  }),
  fault('creators-are-taken', 'D59', 'create_card', ['read-only-written'], {
    probe: async (send) => void (await send('GET', await addCard(send, { created_by: 'Eve' }))),
  }),
  fault('creators-can-be-changed', 'D59', 'update_card', ['read-only-written', 'patch-merges'], {
    probe: async (send) => changeCard(send, draft, 1, { created_by: 'Eve' }),
  }),
  // Does not derive the state from the day.
  fault('held-cards-say-draft', 'D75', 'get_card', ['read-your-write'], {
    probe: async (send) => void (await send('GET', await addCard(send, held))),
  }),
  fault('holds-cannot-be-lifted', 'D51', 'update_card', ['patch-merges', 'read-your-write'], {
    probe: async (send) => changeCard(send, await addCard(send, held), 1, { held_until: null }),
  }),
] as const
