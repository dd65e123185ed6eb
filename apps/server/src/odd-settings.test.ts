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
    ['LOG_FORMATS', 'LOG_FORMAT'],
  ])('suggests a setting for %s', (name, meant) => {
    expect(findOddSettings({ [name]: 'secret' })).toStrictEqual([
      `${name} is not a setting; did you mean ${meant}?`,
    ])
  })

  it('warns that an empty SANDBOX_KEY protects nothing', () => {
    expect(findOddSettings({ SANDBOX_KEY: ' ', PORT: '' })).toStrictEqual([
      'SANDBOX_KEY is empty: the sandbox controls need no key. Set one to protect them, or unset it',
      'Empty settings count as unset: PORT',
    ])
  })

  it('lists empty settings, and ignores other variables', () => {
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
