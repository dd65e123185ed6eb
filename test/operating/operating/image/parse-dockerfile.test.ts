import { describe, expect, it } from 'vitest'
import { parseDockerfile, parseExecForm } from './parse-dockerfile.ts'

describe('parseDockerfile', () => {
  it('reads stages, options and continued lines', () => {
    const text = `# a comment
FROM node:24 AS build
COPY --from=other --chown=node:node /a ./b
RUN --mount=type=cache,target=/x npm ci \\
  && npm test

FROM node:24
cmd ["node", "main.ts"]
`
    expect(parseDockerfile(text)).toStrictEqual([
      {
        image: 'node:24',
        name: 'build',
        instructions: [
          { name: 'COPY', options: { from: 'other', chown: 'node:node' }, text: '/a ./b' },
          { name: 'RUN', options: { mount: 'type=cache,target=/x' }, text: 'npm ci && npm test' },
        ],
      },
      {
        image: 'node:24',
        name: undefined,
        instructions: [{ name: 'CMD', options: {}, text: '["node", "main.ts"]' }],
      },
    ])
  })

  it('refuses an instruction outside every stage', () => {
    expect(() => parseDockerfile('RUN true')).toThrow('RUN stands before the first FROM')
  })
})

describe('parseExecForm', () => {
  it('reads the words of a command behind CMD', () => {
    expect(parseExecForm('--interval=1s CMD ["node", "-e", "1 + 1"]')).toStrictEqual(['node', '-e', '1 + 1'])
  })
})
