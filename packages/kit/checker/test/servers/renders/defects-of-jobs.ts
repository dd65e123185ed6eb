import { defineDefects } from '../kernel/deviation.ts'
import { editJson, onlyWith, withoutHeader } from '../kernel/spoils.ts'
import { animation, merge, scene, seeded, still } from './samples.ts'

/** Renders that do not go on as they should, their cost, and times. */
export const defectsOfJobs = defineDefects([
  {
    id: 'total-is-rounded-by-itself',
    class: 'D60',
    operationId: 'startRender',
    description: 'Adds the exact prices and rounds then, so that the total is not the sum of what is told.',
    expectedChecks: ['header-mismatch', 'response-schema-conformance'],
    probe: async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: animation })),
  },
  {
    id: 'amounts-are-told-as-floats',
    class: 'D60',
    operationId: 'startRender',
    description: 'Leaves out the zero at the end of an amount.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) => {
      const json = { ...still, output: { ...animation.output, last: 8 } }
      await send('POST', `${seeded.scene}/renders`, { json })
    },
  },
  {
    id: 'budgets-lose-their-cents',
    class: 'D60',
    operationId: 'createScene',
    description: 'Keeps an amount without its cents.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      const budget = { amount: '12.34', currency: 'EUR' }
      await send('POST', '/scenes', { json: { ...scene, budget } })
    },
  },
  {
    id: 'budgets-become-euros',
    class: 'D60',
    operationId: 'createScene',
    description: 'Keeps an amount in another currency than it was sent.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      const budget = { amount: '12.00', currency: 'USD' }
      await send('POST', '/scenes', { json: { ...scene, budget } })
    },
  },
  {
    id: 'deadlines-lose-their-offset',
    class: 'D61',
    operationId: 'createScene',
    description: 'Keeps the hours of a time and takes them for UTC.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('POST', '/scenes', { json: { ...scene, deadline: '2026-03-01T18:00:00+01:00' } })),
  },
  {
    id: 'deadlines-lose-their-fraction',
    class: 'D61',
    operationId: 'createScene',
    description: 'Keeps a time to the second.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('POST', '/scenes', { json: { ...scene, deadline: '2026-03-01T18:00:00.250Z' } })),
  },
  {
    id: 'patched-deadlines-move',
    class: 'D61',
    operationId: 'updateScene',
    description: 'Keeps the day of a changed time alone.',
    expectedChecks: ['read-your-write', 'patch-merges'],
    probe: async (send) =>
      void (await send('PATCH', seeded.scene, merge({ deadline: '2026-03-01T18:00:00Z' }))),
  },
  {
    id: 'accepts-30-february',
    class: 'D61',
    operationId: 'createScene',
    description: 'Takes a day that no month has.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/scenes', { json: { ...scene, deadline: '2026-02-30T18:00:00Z' } })),
  },
  {
    id: 'creation-time-lacks-its-offset',
    class: 'D61',
    operationId: 'createScene',
    description: 'Tells a time without saying where.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly createdAt: string }>((value) => ({
      ...value,
      createdAt: value.createdAt.replace('Z', ''),
    })),
    probe: async (send) => void (await send('POST', '/scenes', { json: scene })),
  },
  {
    id: 'no-end-is-an-empty-text',
    class: 'D51',
    operationId: 'getRender',
    description: 'Tells an empty text in place of null.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly finishedAt?: string | null }>((value) => ({
      ...value,
      finishedAt: value.finishedAt ?? '',
    })),
    probe: async (send) => void (await send('GET', seeded.queued)),
  },
  {
    id: 'progress-is-told-as-text',
    class: 'D69',
    operationId: 'cancelRender',
    description: 'Tells a number as text.',
    expectedChecks: ['response-schema-conformance', 'string-coerced'],
    spoil: editJson<{ readonly progress: number }>((value) => ({
      ...value,
      progress: String(value.progress),
    })),
    probe: async (send) => void (await send('POST', `${seeded.queued}/cancel`)),
  },
  {
    id: 'accepted-without-location',
    class: 'D73',
    operationId: 'startRender',
    description: 'Answers 202 and does not tell where to look.',
    expectedChecks: ['missing-required-header', 'response-headers-conformance', 'location-valid'],
    spoil: onlyWith(202, withoutHeader('location')),
    probe: async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: still })),
  },
  {
    id: 'renders-run-for-ever',
    class: 'D73',
    operationId: 'getRender',
    description: 'Never has a render done.',
    expectedChecks: ['job-never-ends'],
    probe: async (send) => {
      await send('GET', seeded.queued)
      await send('GET', seeded.queued)
    },
  },
  {
    id: 'done-renders-run-again',
    class: 'D73',
    operationId: 'getRender',
    description: 'Goes back from the end to an earlier state.',
    expectedChecks: ['job-never-ends'],
    probe: async (send) => void (await send('GET', seeded.done)),
  },
  {
    id: 'cancelled-renders-get-done',
    class: 'D73',
    operationId: 'getRender',
    description: 'Goes on with a render that was cancelled.',
    expectedChecks: ['job-never-ends', 'read-your-write'],
    probe: async (send) => {
      await send('POST', `${seeded.queued}/cancel`)
      await send('GET', seeded.queued)
    },
  },
  {
    id: 'cancel-is-only-told',
    class: 'D73',
    operationId: 'cancelRender',
    description: 'Says that a render was cancelled and goes on with it.',
    expectedChecks: ['read-your-write', 'job-never-ends'],
    probe: async (send) => {
      await send('POST', `${seeded.queued}/cancel`)
      await send('GET', seeded.queued)
    },
  },
  {
    id: 'result-comes-before-done',
    class: 'D73',
    operationId: 'getResult',
    description: 'Gives the picture of a render that is still running.',
    expectedChecks: ['job-never-ends'],
    probe: async (send) => void (await send('GET', `${seeded.queued}/result`)),
  },
  {
    id: 'retry-counts-no-attempt',
    class: 'D73',
    operationId: 'retryRender',
    description: 'Begins a second attempt and calls it the first.',
    expectedChecks: ['job-never-ends'],
    probe: async (send) => void (await send('POST', `${seeded.failed}/retry`)),
  },
  {
    id: 'events-repeat-the-last-one',
    class: 'D73',
    operationId: 'streamEvents',
    description: 'Tells again the event that the caller had last.',
    expectedChecks: ['pagination-loses-or-repeats', 'job-never-ends'],
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/events`, { headers: { 'last-event-id': '2' } })),
  },
])
