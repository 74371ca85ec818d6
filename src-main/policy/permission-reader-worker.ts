/** The worker that reads one permission file, or adds one rule to its text, and ends. Whatever shape the text has, only it waits. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerRequest, type PermissionRequest } from './permission-file.ts';

parentPort?.postMessage(answerRequest(workerData as PermissionRequest));
