import { describe, expect, it } from 'vitest'
import { createReportedFinding, createResult, createRunFinding } from '../../test/create-result.ts'
import { toMarkdown } from './markdown.ts'

const summaryOf = (...findings: Parameters<typeof createReportedFinding>): string =>
  toMarkdown(
    createResult({ verdict: 'findings', findings: findings.map((more) => createReportedFinding(more)) }),
  )

describe('toMarkdown', () => {
  it('says of each finding how to see it again', () => {
    const fix = [{ target: '$.paths', update: {} }]
    expect(summaryOf({ fix })).toContain(`<details>
<summary>The 200 response of getPet does not match its schema: /name is not of type string.</summary>

Place in the document: \`/components/schemas/Pet/properties/name/type\`

\`\`\`sh
curl http://pets.test/pets/1 -H 'authorization: Bearer ***'
\`\`\`

If the server is right, change the document:

\`\`\`sh
update $.paths with {}
\`\`\`
`)
  })

  it('shows the script of a sequence', () => {
    const reproduce = { ...createReportedFinding().reproduce, script: '#!/bin/sh\necho ```' }
    expect(summaryOf({ reproduce })).toContain('````sh\n#!/bin/sh\necho ```\n````\n')
  })

  it('folds nothing open by what a finding says', () => {
    const summary = summaryOf({ message: '</summary></details><img>' })
    expect(summary).toContain('<summary>&lt;/summary>&lt;/details>&lt;img></summary>')
  })

  it('has no commands for the run as a whole', () => {
    expect(toMarkdown(createResult({ findings: [createRunFinding()] }))).not.toContain('curl')
  })
})
