import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Texts of others, texts that are generated from ones that are read, and texts whose matter is wrong English. */
const NOT_READ = [
  /(^|\/)(dist|generated|fixtures|testdata)\//,
  /\.fixture\.ts$/,
  /^packages\/kit\/create\/templates\//,
  /^packages\/kit\/checker\/test\/(json-schema-test-suite|documents)\//,
  /^packages\/kit\/checker\/test\/servers\/.*\.yaml$/,
  /^openapi\/(sandbox\/)?released\//,
  // A description below `not` counts as a change of what is forbidden, which only a new major version may make.
  /^openapi\/components\/schemas\/AddCardsFull\.yaml$/,
  /^test\/english\//,
]

/** Every file that git would keep and that holds English, relative to the root. */
export const listFiles = (root: string): readonly string[] =>
  execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '*.md', '*.ts', '*.tsx', '*.yaml'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .filter((file) => !NOT_READ.some((pattern) => pattern.test(file)))
    .toSorted()

/** Whether a file has texts that a program shows to its users: code, but no test and no example data. */
export const showsMessages = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.(test|test-d)\.tsx?$/.test(file) && !/(^|\/)test\//.test(file)
