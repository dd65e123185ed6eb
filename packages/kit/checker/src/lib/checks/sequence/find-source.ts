import type { Exchange } from '../../run/exchange.ts'
import { findStep } from './find-step.ts'

/** Which step showed that the thing exists which this step is about. */
const SOURCES: Readonly<Record<string, string>> = { 'read-other': 'create-second', 'read-listed': 'list-all' }

/** The earlier exchange that created or listed what this one is about; undefined where the scenario has none. */
export const findSource = (exchange: Exchange): Exchange | undefined =>
  findStep(exchange, SOURCES[exchange.case.step ?? ''] ?? 'create')
