import { randomInt } from 'node:crypto'
import process from 'node:process'

/** Returns the seed of this run: `FAULT_SEED`, or a new one. Every round prints it. */
export function readSeed(): number {
  const given = process.env['FAULT_SEED']
  return given === undefined ? randomInt(1_000_000) : Number(given)
}
