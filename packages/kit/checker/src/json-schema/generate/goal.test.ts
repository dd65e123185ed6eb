import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import { childOf } from '../base/subschemas.ts'
import { followReference } from './goal.ts'

const root = createNode({
  $defs: {
    plain: { type: 'string' },
    mere: { $ref: '#/$defs/plain', description: 'a name', readOnly: true },
    twice: { $ref: '#/$defs/mere' },
    more: { $ref: '#/$defs/plain', maxLength: 3 },
    circle: { $ref: '#/$defs/back' },
    back: { $ref: '#/$defs/circle' },
  },
})

const pointerOf = (name: string): string => followReference(childOf(root, '$defs', name), []).node.pointer

describe('followReference', () => {
  it('follows mere references over several steps', () => {
    expect(pointerOf('mere')).toBe('/$defs/plain')
    expect(pointerOf('twice')).toBe('/$defs/plain')
  })

  it('stays where a reference has siblings that count', () => {
    expect(pointerOf('more')).toBe('/$defs/more')
  })

  it('stays where references go in circles', () => {
    expect(pointerOf('circle')).toBe('/$defs/circle')
  })
})
