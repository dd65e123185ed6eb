import { addApp, type App, setAppEnabled } from '@giftcards/marketplace'
import { matching } from '../values.ts'
import { listResult, report, type VerbProgram } from '../verbs.ts'

const toId = matching(/^[\w.-]{1,100}$/, '1 to 100 letters, digits, dots, hyphens or underscores')

const describe = ({ id, isEnabled }: App): string => `${id}  ${isEnabled ? 'enabled' : 'disabled'}`

/** Adds the verbs for applications of partners. */
export function addAppVerbs({ program, change, read, example }: VerbProgram): void {
  const app = program.command('app').description('manage partner applications')

  app
    .command('add')
    .description('add an application; the partner sends its id as x-cc-app')
    .argument('<id>', 'new id', toId)
    .addHelpText('after', example('app add corner-shop'))
    .action((id) => change(async ({ store }) => report(await addApp(store, id), describe)))

  const setEnabled = (name: string, isEnabled: boolean, about: string) =>
    app
      .command(name)
      .description(about)
      .argument('<id>', 'id of the application', toId)
      .addHelpText('after', example(`app ${name} corner-shop`))
      .action((id) =>
        change(async ({ store }) => report(await setAppEnabled(store, id, isEnabled), describe)),
      )
  setEnabled('enable', true, 'enable a disabled application')
  setEnabled('disable', false, 'reject all requests of an application')

  app
    .command('list')
    .description('list the applications')
    .addHelpText('after', example('app list'))
    .action(() =>
      read(async ({ store }) =>
        listResult(await store.read((tx) => tx.listApps()), describe, 'There is no app'),
      ),
    )
}
