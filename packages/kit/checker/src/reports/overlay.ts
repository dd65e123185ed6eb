import { stringify } from 'yaml'
import type { CheckResult, OverlayAction, ReportedFinding } from '../core/check-result.ts'
import { writeJson } from '@contract-kit/json-schema/json'
import { distinctActions } from '../runner/document-fix.ts'

/**
 * OpenAPI Overlay 1.1.0: the changes that make the document match the server, each with the findings that it resolves. An overlay requires
 * at least one action, so without changes it has a no-op.
 */
export const toOverlay = (result: CheckResult) => {
  const actions = distinctActions(result.findings.flatMap(({ fix }) => fix))
  return {
    overlay: '1.1.0',
    info: { title: `${result.title}: changes to match the server`, version: '1.0.0' },
    actions:
      actions.length === 0
        ? [{ target: '$', description: 'Nothing needs to change.', update: {} }]
        : actions.map(({ target, ...change }) => ({
            target,
            description: reasonOf(writeJson({ target, ...change }), result.findings),
            ...change,
          })),
  }
}

/** The findings that an action resolves: the first as text, then the number of others. */
const reasonOf = (action: string, findings: readonly ReportedFinding[]): string => {
  const [first, ...others] = findings.filter(({ fix }) => fix.some((own) => writeJson(own) === action))
  return `${first?.message ?? ''}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
}

/** Writes an overlay as YAML or JSON, by file name. */
export const writeOverlay = (result: CheckResult, path: string): string =>
  /\.ya?ml$/i.test(path)
    ? stringify(toOverlay(result), { lineWidth: 0, aliasDuplicateObjects: false })
    : `${writeJson(toOverlay(result), 2)}\n`

/** An action in one line, for manual changes. */
export const actionText = ({ target, update, remove }: OverlayAction): string =>
  remove === true ? `remove ${target}` : `update ${target} with ${writeJson(update)}`
