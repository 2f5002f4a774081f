// What of a file cannot be read, and why.

export const disclosure = 'the disclosure'
export const answer = 'the answer'
export const receivedAt = 'receivedAt is not a time'
export const evidence = 'the evidence'
export const fetchedAt = 'fetchedAt of the evidence is not a time'
export const afterEnd = 'the stream goes on after its end'
export const eventNoJson = 'the data of an event is not JSON'
export const theExport = 'the export'
export const ofAnswer = (number: number, problem: string) => `answer ${number}: ${problem}`
