import { globSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { project } from './step.ts'

const notOurs = ['node_modules', '.git', '.runtime', '.tmp', 'dist', 'data', 'test-results']

it('has no symbolic link that leads out of the project: another machine has nothing there, and the linter stops', () => {
  const links = globSync(['**', '**/.*'], {
    cwd: project,
    withFileTypes: true,
    exclude: entry => notOurs.includes(entry.name),
  }).filter(entry => entry.isSymbolicLink())
  const targets = links.map(({ parentPath, name }) =>
    path.relative(project, path.resolve(parentPath, readlinkSync(path.join(parentPath, name)))),
  )
  expect(targets).toContain('.containerignore')
  expect(targets.filter(target => target.startsWith('..'))).toEqual([])
})
