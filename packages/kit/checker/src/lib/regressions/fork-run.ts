import type { PreparedRun } from '../run/prepare-run.ts'
import { Recorder } from '../run/recorder.ts'
import { Session } from '../run/session.ts'
import { ValuePool } from '../run/value-pool.ts'
import { WorkingRequests } from '../run/working-requests.ts'

/** The same run with nothing remembered: what one replay finds is not taken for what another does. */
export const forkRun = (run: PreparedRun, seed: number = run.seed): PreparedRun => {
  const { document, graph } = run
  const session = new Session({
    ...run.session.parts,
    recorder: new Recorder(),
    pool: new ValuePool(document, graph),
  })
  return { ...run, seed, session, working: new WorkingRequests(session, graph, seed) }
}
