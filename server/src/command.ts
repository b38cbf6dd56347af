/**
 * An operator's commands: `npm run honbu -- NAME …`, and in the image `node server/src/command.ts NAME …`. Without a name it
 * prints what there is.
 */
import { commands } from './commands/index.ts'
import { CannotStart, orExit } from './platform/cannot-start.ts'

await orExit(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load) return (await load()).command.run(args)
  if (name !== '' && name !== 'help')
    throw new CannotStart(`There is no command ${name}. There are ${Object.keys(commands).join(', ')}.`)
  for (const [each, open] of Object.entries(commands)) {
    const { words, does } = (await open()).command
    console.log(`${`${each} ${words}`.trimEnd()}\n    ${does}`)
  }
})
