import type { OwnPage } from '../site-frame.ts'
import type { SandboxStatus } from './status.ts'

/** The page at `/status`: the status of the sandbox, for people. */
export function statusPage(status: SandboxStatus): OwnPage {
  const { ready, jobs } = status
  const works = ready && jobs.working
  return {
    title: 'Status',
    description: 'Whether this sandbox works, since when it runs, and what it serves.',
    head: '<link rel="stylesheet" href="docs/assets/site.css">',
    content: `<main class="single">
<h1>Status</h1>
<p><strong>${works ? 'This sandbox works.' : 'Something in this sandbox does not work.'}</strong> Reload the page to look again.</p>
<table>
<tbody>
${toRows(status)
  .map(([what, state]) => `<tr><th scope="row">${what}</th><td>${state}</td></tr>`)
  .join('\n')}
</tbody>
</table>
<p>Programs get the same as JSON, without a key: <code>curl http://127.0.0.1:3000/__sandbox/status</code>. The reference of the
<a href="docs/sandbox.html#operation/getStatus">operation</a> has every field.</p>
</main>`,
  }
}

const toRows = (status: SandboxStatus): readonly (readonly [what: string, state: string])[] => [
  ['Requests', status.ready ? 'are taken' : 'are not taken now'],
  ['Started', toTime(status.startedAt)],
  ['Contract', `version <a href="docs/reference.html">${status.contractVersion}</a>`],
  ['Storage', status.storage === 'available' ? 'works' : 'does not respond'],
  ['Jobs', toJobs(status.jobs)],
  [
    'Clock',
    `${toTime(status.clock.now)}, ${status.clock.frozen ? 'stopped' : 'running'}, ${toOffset(status)}`,
  ],
  ['Last reset', status.resetAt === null ? 'none since the start' : toTime(status.resetAt)],
]

const toTime = (text: string): string =>
  `<time datetime="${text}">${text.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC</time>`

const toJobs = ({ working, waiting, parked }: SandboxStatus['jobs']): string =>
  `${working ? 'run' : 'have not run for half a minute'}; ${waiting} waiting, ${parked} given up`

function toOffset({ clockOffsetSeconds: seconds }: SandboxStatus): string {
  if (seconds === 0) return 'at real time'
  return `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} real time`
}
