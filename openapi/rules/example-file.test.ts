import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

const reference = (file: string) => ({ $ref: `./examples/${file}.yaml` })

describe('example-file', () => {
  const examples = {
    full: reference('addCards/full'),
    partial: reference('addCards/half'),
    not_found: reference('shared/not_found'),
    inline: { value: 1 },
  }
  const findings = findingsOf(
    'example-file',
    {
      paths: {
        '/a': {
          post: {
            operationId: 'addCards',
            requestBody: {
              content: { 'application/json': { examples: { story: reference('createCart/story') } } },
            },
            responses: { 200: { content: { 'application/json': { examples } } } },
          },
        },
      },
    },
    {
      files: {
        'examples/addCards/full.yaml': { value: 1 },
        'examples/addCards/half.yaml': { value: 1 },
        'examples/shared/not_found.yaml': { value: 1 },
        'examples/createCart/story.yaml': { value: 1 },
      },
    },
  )

  it('reports examples in other files, and inline', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Example story of addCards must be a reference to examples/addCards/story.yaml or examples/shared/story.yaml.',
      'Example partial of addCards must be a reference to examples/addCards/partial.yaml or examples/shared/partial.yaml.',
      'Example inline of addCards must be a reference to examples/addCards/inline.yaml or examples/shared/inline.yaml.',
    ])
  })
})
