import type { JsonObject } from '../scripts/publish.ts'
import { compareContracts } from './compare-contracts.ts'
import { judgeVersion } from './judge-version.ts'
import { versionOf } from './version-of.ts'

/** What the gate says: empty where the version of `working` is enough for what it changes since `released`. */
export function judgeContract(released: JsonObject, working: JsonObject): readonly string[] {
  return judgeVersion(versionOf(released), versionOf(working), compareContracts(released, working))
}
