import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/** Runs a program in a folder, and returns its output. If it fails, rejects with its output. */
export function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env, maxBuffer: 2 ** 24 }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const command = [program, ...args].join(' ')
      reject(new Error(`${command} failed (${String(error.code)}):\n${stdout}${stderr}`))
    })
    // Close stdin, so that a program with a prompt does not wait.
    child.stdin?.end()
  })
}

/** Runs npm with this Node, and without package scripts. */
export function runNpm(folder: string, ...command: readonly string[]): Promise<string> {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts']
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  return runProgram(folder, 'npm', [...command, ...quiet], { ...process.env, PATH: path })
}
