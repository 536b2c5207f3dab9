import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TaskRuns } from '../../client/src/forward/taskRuns';

function watched() {
  const runs = new TaskRuns();
  const told: string[] = [];
  const end = (task: object) => runs.ended(task, ({ output }) => told.push(output));
  return { runs, told, end };
}

test('a task is told once, with what the terminal saw, whichever comes first', () => {
  const { runs, told, end } = watched();
  const [one, other] = [{}, {}];
  runs.started(one, 'npm test');
  end(one);
  assert.equal(runs.printed('npm test ', '1 failing'), true);
  runs.started(other, 'npm run build');
  assert.equal(runs.printed('npm run build', 'built'), true);
  end(other);
  assert.deepEqual(told, ['1 failing', 'built']);
});

test('a task no terminal saw is told a moment later, without output', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { runs, told, end } = watched();
  const task = {};
  runs.started(task, 'make');
  end(task);
  runs.gone(task);
  assert.deepEqual(told, []);
  context.mock.timers.tick(1_000);
  assert.deepEqual(told, ['']);
});

test('what the user types is no task, also the same command later', () => {
  const { runs, told, end } = watched();
  assert.equal(runs.printed('make', ''), false);
  const task = {};
  runs.started(task, 'make');
  runs.printed('make', 'ok');
  end(task);
  assert.equal(runs.printed('make', 'ok'), false);
  assert.deepEqual(told, ['ok']);
});
