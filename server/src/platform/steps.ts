/** Shows people that a long step of the start is under way, by its name: "Filling the demo". */
export type ShowStep = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Nothing is shown. */
export const showNothing: ShowStep = (_name, work) => work()

/** A line in the log when a step begins and one when it has ended. */
export const logSteps: ShowStep = async (name, work) => {
  const begun = performance.now()
  console.log(`${name}…`)
  const result = await work()
  console.log(`${name}: ${Math.max(1, Math.round((performance.now() - begun) / 1000))} s`)
  return result
}

/** Reports each step to the launcher, which shows it beside its own. */
export const reportSteps: ShowStep = async (name, work) => {
  const report = (message: object) => process.connected && process.send?.(message)
  report({ begun: name })
  try {
    const result = await work()
    report({ ended: name, isDone: true })
    return result
  } catch (error) {
    report({ ended: name, isDone: false })
    throw error
  }
}
