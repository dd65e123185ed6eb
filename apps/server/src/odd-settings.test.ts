import { describe, expect, it } from 'vitest'
import { findOddSettings } from './odd-settings.ts'

describe('findOddSettings', () => {
  it.each([
    ['PROT', 'PORT'],
    ['PORTS', 'PORT'],
    ['POT', 'PORT'],
    ['port', 'PORT'],
    ['MOCK_PROT', 'MOCK_PORT'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['SANDBOX_KEYS', 'SANDBOX_KEY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ])('tells that %s is no setting', (name, meant) => {
    expect(findOddSettings({ [name]: 'secret' })).toStrictEqual([
      `${name} is not a setting; did you mean ${meant}?`,
    ])
  })

  it('tells which settings are empty, and nothing of other variables', () => {
    expect(findOddSettings({ PORT: ' ', LOG_LEVEL: '', HOST: '::1' })).toStrictEqual([
      'Empty settings count as unset: PORT, LOG_LEVEL',
    ])
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'SHELL',
      'TERM',
      'PWD',
      'USER',
      'LANG',
      'LC_ALL',
      'NODE_OPTIONS',
      'CI',
    ]
    expect(findOddSettings(Object.fromEntries(others.map((name) => [name, ''])))).toStrictEqual([])
  })
})
