import { counted } from './counted.ts'
import { type Kpi, percent, pounds, ratio } from './kpi.ts'

/** From an enquiry to a member, and the shop. */
export const salesKpis = {
  enquiries: {
    title: 'New enquiries',
    unit: 'count',
    words: counted.enquiries,
    value: of => of.enquiries,
    better: 'more',
    list: 'enquiries',
  },
  bookedRate: {
    title: 'Enquiry to booked',
    unit: 'percent',
    words: 'Of those who came in the period, how many were booked into a class, or got further, by today',
    value: of => percent(of.booked, of.enquiries),
    better: 'more',
    list: 'enquiries',
  },
  trialRate: {
    title: 'Enquiry to trial',
    unit: 'percent',
    words: 'Of those who came in the period, how many attended a class, or got further, by today',
    value: of => percent(of.trialled, of.enquiries),
    better: 'more',
    list: 'enquiries',
  },
  conversion: {
    title: 'Enquiry to member',
    unit: 'percent',
    words: 'Of those who came in the period, how many have joined by today',
    value: of => percent(of.joined, of.enquiries),
    better: 'more',
    list: 'joined',
  },
  costPerJoin: {
    title: 'Cost per join',
    unit: 'money',
    words: 'What was paid for the sources ÷ those who came in the period and joined',
    value: of => (of.marketingCost > 0 ? pounds(ratio(of.marketingCost, of.joined)) : null),
    better: 'less',
    list: 'joined',
  },
  sales: {
    title: 'Shop sales',
    unit: 'money',
    words: 'Orders in the shop, less what was returned',
    value: of => pounds(of.sales),
    better: 'more',
    list: 'sales',
  },
} as const satisfies Readonly<Record<string, Kpi>>
