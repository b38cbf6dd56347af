import { Counter, Gauge, type Registry } from 'prom-client'

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One figure of an area, or one for each value of its labels. No label may name a person or a club. */
export interface Figure<State> {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly value: (state: State) => number | readonly Sample[]
}

/** Samples of a label `state`. */
export const byState = (amounts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(amounts).map(([state, value]) => ({ labels: { state }, value }))

/** What an area adds to the metrics. */
export type AddFigures = (register: Registry) => void

/**
 * The figures of an area, which are read together, once for each answer. Where they can't be read they are left out, so
 * that the others are still there while the database is away.
 */
export const areaGauges =
  <State>(area: string, read: () => Promise<State>, figures: readonly Figure<State>[]): AddFigures =>
  register => {
    const failures = failuresOf(register)
    failures.inc({ area }, 0)
    let reading: Promise<State | null> | undefined
    const readOnce = () => {
      reading ??= read()
        .catch(() => {
          failures.inc({ area })
          return null
        })
        .finally(() => {
          reading = undefined
        })
      return reading
    }
    for (const { name, help, labels = [], value } of figures)
      new Gauge({
        ...{ name: `honbu_${name}`, help, registers: [register], labelNames: labels },
        async collect() {
          const state = await readOnce()
          this.reset()
          if (state === null) {
            // One without labels is 0 after a reset.
            if (labels.length === 0) this.remove()
            return
          }
          const given = value(state)
          if (typeof given === 'number') this.set(given)
          else for (const sample of given) this.set(sample.labels, sample.value)
        },
      })
  }

const failuresName = 'honbu_metrics_failures_total'

function failuresOf(register: Registry): Counter<'area'> {
  const there = register.getSingleMetric(failuresName)
  if (there instanceof Counter) return there
  const help = 'How often the figures of an area could not be read'
  return new Counter({ name: failuresName, help, labelNames: ['area'], registers: [register] })
}
