/**
 * Writes docs/proof.md from test/proof/missed.json, which `npm run test:nightly` holds to what the checker finds.
 *
 * Usage: `node scripts/proof.ts`
 */
import { writeFileSync } from 'node:fs'
import { proofPage, proofPageUrl } from '../test/proof/proof-page.ts'

writeFileSync(proofPageUrl, await proofPage())
