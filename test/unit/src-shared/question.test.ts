import { expect, it } from 'vitest';
import { type Question, replyOutput, replyProblem } from '../../../src-shared/question.ts';

const colours: Question = {
  text: 'Which colour?',
  options: ['Red', 'Green', 'Blue'],
  multiSelect: false,
  freeText: false,
};
const open: Question = { text: 'Why?', options: [], multiSelect: false, freeText: true };

it('takes a reply that the question offers', () => {
  expect(replyProblem(colours, { choices: [2] })).toBeUndefined();
  expect(replyProblem({ ...colours, multiSelect: true }, { choices: [2, 0] })).toBeUndefined();
  expect(replyProblem({ ...colours, freeText: true }, { choices: [], text: 'Pink' })).toBeUndefined();
  expect(replyProblem({ ...colours, freeText: true }, { choices: [1], text: 'but darker' })).toBeUndefined();
  expect(replyProblem(open, { choices: [], text: 'Because.' })).toBeUndefined();
});

it.each([
  ['a choice that is not there', colours, { choices: [3] }, 'not in the list'],
  ['a choice named twice', { ...colours, multiSelect: true }, { choices: [1, 1] }, 'twice'],
  ['two choices where one is wanted', colours, { choices: [0, 1] }, 'Only one'],
  ['words where only choices are offered', colours, { choices: [0], text: 'but darker' }, 'a choice only'],
  ['nothing chosen', colours, { choices: [] }, 'Choose something'],
  ['nothing but blanks', open, { choices: [], text: ' \n' }, 'no words'],
])('does not take %s', (_what, question, reply, problem) => {
  expect(replyProblem(question, reply)).toContain(problem);
});

it('gives the agent the words of the options, in the order of the list, never more than was said', () => {
  expect(replyOutput(colours, { kind: 'reply', choices: [2] })).toEqual({ answer: 'Blue' });
  const several = { ...colours, multiSelect: true };
  expect(replyOutput(several, { kind: 'reply', choices: [2, 0], text: ' ' })).toEqual({
    answer: ['Red', 'Blue'],
  });
  expect(replyOutput(open, { kind: 'reply', choices: [], text: ' as it is ' })).toEqual({
    answer: ' as it is ',
  });
  const either = { ...colours, freeText: true };
  expect(replyOutput(either, { kind: 'reply', choices: [1], text: 'darker' })).toEqual({
    answer: 'Green',
    text: 'darker',
  });
});
