/** The versions of the contract and what changed between them, as data and as Markdown. */
export type { Change, Impact } from './change.ts'
export { type ChangelogEntry, listChangelog, listSandboxChangelog } from './list-changelog.ts'
export { renderChangelog } from './render-changelog.ts'
