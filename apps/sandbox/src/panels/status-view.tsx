import type { SandboxStatus } from '@giftcards/client/sandbox'
import type { ComponentChildren, JSX } from 'preact'
import { formatMoment } from '../format/moment.ts'

/** The status of the sandbox, for people; `undefined`: it did not respond. */
export function StatusView({ status }: { readonly status: SandboxStatus | undefined }): JSX.Element {
  const works = status !== undefined && status.ready && status.jobs.working
  return (
    <>
      <p>
        <strong>{works ? 'This sandbox works.' : 'A part of this sandbox does not work.'}</strong> Reload the
        page to check again.
      </p>
      {status === undefined ? null : (
        <table>
          <tbody>
            {toRows(status).map(([what, state]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{state}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

const toRows = (status: SandboxStatus): readonly (readonly [what: string, state: ComponentChildren])[] => [
  ['Requests', status.ready ? 'accepted' : 'not accepted now'],
  ['Started', toTime(status.startedAt)],
  [
    'Contract',
    <>
      version <a href="../docs/reference.html">{status.contractVersion}</a>
    </>,
  ],
  ['Storage', status.storage === 'available' ? 'available' : 'does not respond'],
  ['Jobs', toJobs(status.jobs)],
  [
    'Clock',
    <>
      {toTime(status.clock.now)}, {status.clock.frozen ? 'frozen' : 'running'}, {toOffset(status)}
    </>,
  ],
  ['Last reset', status.resetAt === null ? 'none since the start' : toTime(status.resetAt)],
]

const toTime = (text: string): JSX.Element => (
  <time dateTime={text}>{formatMoment(Date.parse(text))} UTC</time>
)

const toJobs = ({ working, waiting, parked }: SandboxStatus['jobs']): string =>
  `${working ? 'running' : 'have not run for 30 seconds'}: ${waiting} queued, ${parked} failed`

function toOffset({ clockOffsetSeconds: seconds }: SandboxStatus): string {
  if (seconds === 0) return 'in real time'
  return `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} real time`
}
