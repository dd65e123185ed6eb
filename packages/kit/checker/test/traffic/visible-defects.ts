import { allChecks } from '../../src/checks/all-checks.ts'
import { missed, nameOf } from '../proof/missed.ts'
import { defects, type ServerDefect } from '../servers/all-servers.ts'

/** Checks of one exchange that only the checker's own requests can serve: a valid one, spoiled credentials, HEAD right after GET, a limit of time, a path nobody documents. */
const OF_OWN_REQUESTS = [
  'positive-data-acceptance',
  'invalid-auth',
  'weak-credential',
  'head-mismatch',
  'slow-response',
  'hidden-route',
]

const ofOneExchange = allChecks
  .filter(({ id, needs }) => needs !== 'sequence' && !OF_OWN_REQUESTS.includes(id))
  .map(({ id }) => id)

/** The rejection of another operation shows it. */
const NEEDS_MORE = 'tickets takes-tickets-as-text'

/** The seeded faults that show in one exchange, of the checker or of another client. */
export const visibleDefects: readonly ServerDefect[] = defects.filter(
  (defect) =>
    !missed.has(nameOf(defect)) &&
    nameOf(defect) !== NEEDS_MORE &&
    defect.expectedChecks.some((id) => ofOneExchange.includes(id)) &&
    !defect.expectedChecks.some((id) => OF_OWN_REQUESTS.includes(id)),
)
