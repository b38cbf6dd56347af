/** The steps under way, by name, with the millisecond in which each began. */
const steps = new Map()
/** Rewritten in place on a terminal; a log gets a line at the start and at the end of a step. */
const inPlace = process.stdout.isTTY === true && process.env.TERM !== 'dumb'
let timer

/**
 * Shows a step while it runs, with its seconds. Several may run at the same time.
 * @param name begins with a capital and reads as an activity: "Building the web"
 */
export async function step(name, work) {
  begin(name)
  try {
    const result = await work()
    end(name, true)
    return result
  } catch (error) {
    end(name, false)
    throw error
  }
}

/** Begins a step whose end comes from elsewhere. */
export function begin(name) {
  steps.set(name, performance.now())
  if (!inPlace) return console.log(`${name}…`)
  timer ??= setInterval(draw, 1000)
  timer.unref()
  draw()
}

/** Ends a step; a step that is not under way is no error. */
export function end(name, isDone) {
  const begun = steps.get(name)
  if (begun === undefined) return
  steps.delete(name)
  clear()
  if (isDone) console.log(`${name}: ${seconds(begun)}`)
  if (steps.size > 0) return draw()
  clearInterval(timer)
  timer = undefined
}

/** Ends all steps that are still under way, as failed. */
export function endAll() {
  for (const name of steps.keys()) end(name, false)
}

function draw() {
  if (!inPlace) return
  const all = [...steps].map(([name, begun], index) => `${index === 0 ? name : lower(name)}… ${seconds(begun)}`)
  const text = all.join(', ').slice(0, (process.stdout.columns ?? 80) - 1)
  // The cursor goes back to the first column, so that an error from a child overwrites the line.
  process.stdout.write(`\r\u001b[K${text}\r`)
}

function clear() {
  if (inPlace) process.stdout.write('\r\u001b[K')
}

const lower = name => name.slice(0, 1).toLowerCase() + name.slice(1)
const seconds = begun => `${Math.max(1, Math.round((performance.now() - begun) / 1000))} s`
