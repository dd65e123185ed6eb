import { fault, invalidAccepted, patchNotMerged } from '../kernel/deviation.ts'
import { answerInstead, editJson, isSuccess, onlyWith, textOf, withoutHeader } from '../kernel/spoils.ts'
import { animation, seeded } from './samples.ts'

const noBudget = JSON.stringify({
  type: 'about:blank',
  title: 'The request is wrong',
  status: 400,
  detail: 'No budget.',
})

/** Renders that do not go on as they should, their cost, and times. */
export const defectsOfJobs = [
  // Adds the exact prices and rounds then, so that the total is not the sum of what is told.
  fault(
    'total-is-rounded-by-itself',
    'D60',
    'startRender',
    ['header-mismatch', 'response-schema-conformance'],
    { probe: async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: animation })) },
  ),
  fault('amounts-are-told-as-floats', 'D60', 'startRender', ['response-schema-conformance']),
  fault('budgets-may-have-one-digit', 'D60', 'createScene', invalidAccepted),
  // Takes nothing for no budget at all.
  fault('budgets-of-zero-are-refused', 'D60', 'createScene', ['positive-data-acceptance'], {
    spoil: (reply, request) =>
      isSuccess(reply) && /"amount":\s*"0\.00"/.test(textOf(request))
        ? answerInstead(400, 'application/problem+json', noBudget)(reply, request)
        : reply,
  }),
  fault('budgets-lose-their-cents', 'D60', 'createScene', ['read-your-write']),
  fault('budgets-become-euros', 'D60', 'createScene', ['read-your-write']),
  fault('deadlines-lose-their-offset', 'D61', 'createScene', ['read-your-write']),
  fault('deadlines-lose-their-fraction', 'D61', 'createScene', ['read-your-write']),
  // Keeps the day of a changed time alone.
  fault('patched-deadlines-move', 'D61', 'updateScene', patchNotMerged),
  fault('accepts-30-february', 'D61', 'createScene', invalidAccepted),
  fault('creation-time-lacks-its-offset', 'D61', 'createScene', ['response-schema-conformance'], {
    spoil: editJson<{ readonly createdAt: string }>((value) => ({
      ...value,
      createdAt: value.createdAt.replace('Z', ''),
    })),
  }),
  // Tells an empty text in place of null.
  fault('no-end-is-an-empty-text', 'D51', 'getRender', ['response-schema-conformance'], {
    spoil: editJson<{ readonly finishedAt?: string | null }>((value) => ({
      ...value,
      finishedAt: value.finishedAt ?? '',
    })),
  }),
  fault(
    'progress-is-told-as-text',
    'D69',
    'cancelRender',
    ['response-schema-conformance', 'string-coerced'],
    {
      spoil: editJson<{ readonly progress: number }>((value) => ({
        ...value,
        progress: String(value.progress),
      })),
    },
  ),
  fault(
    'accepted-without-location',
    'D73',
    'startRender',
    ['missing-required-header', 'response-headers-conformance', 'location-valid'],
    { spoil: onlyWith(202, withoutHeader('location')) },
  ),
  fault('renders-run-for-ever', 'D73', 'getRender', ['job-never-ends'], {
    probe: async (send) => {
      await send('GET', seeded.queued)
      await send('GET', seeded.queued)
    },
  }),
  fault('done-renders-run-again', 'D73', 'getRender', ['job-never-ends']),
  fault('cancelled-renders-get-done', 'D73', 'getRender', ['job-never-ends', 'read-your-write']),
  fault('cancel-is-only-told', 'D73', 'cancelRender', ['read-your-write', 'job-never-ends']),
  fault('result-comes-before-done', 'D73', 'getResult', ['job-never-ends'], {
    probe: async (send) => void (await send('GET', `${seeded.queued}/result`)),
  }),
  fault('retry-counts-no-attempt', 'D73', 'retryRender', ['job-never-ends'], {
    probe: async (send) => void (await send('POST', `${seeded.failed}/retry`)),
  }),
  fault(
    'events-repeat-the-last-one',
    'D73',
    'streamEvents',
    ['pagination-loses-or-repeats', 'job-never-ends'],
    {
      probe: async (send) =>
        void (await send('GET', `${seeded.done}/events`, { headers: { 'last-event-id': '2' } })),
    },
  ),
]
