// Threads that work off the tasks of several calls: call by call in turn, whichever thread is free. A thread that dies is
// replaced and its work done again; where no thread can be had, the calls get their tasks back.
import { AttentionError } from '../errors.js';
import { startThread } from './thread.js';

/**
 * @typedef {{ attempts: number }} Task what the pool knows of one: how many threads have died over it
 * @typedef {{
 *   waiting: Task[],
 *   message(task: Task, lastKept: string): { message: unknown, transfer: Transferable[], kept: string },
 *   settle(task: Task, reply: unknown): void,
 *   fail(error: unknown): void,
 *   takeBack(): void,
 * }} Job a call: its tasks in order, and what becomes of them. message() is made when a thread is free, and is told what that
 *   thread has kept of the last message; takeBack(): there are no threads, `waiting` is the caller's again
 * @typedef {{ job: Job, task: Task }} Errand
 * @typedef {{ thread: import('./thread.js').Thread, inbox: Errand[], isReady: boolean, kept: string, timer: Timer }} Member
 * @typedef {ReturnType<typeof setTimeout>} Timer
 */

/** Tasks sent to one thread at a time: the next one lies ready while this side is busy. */
const DEPTH = 2;
/** A task that killed so many threads is not tried again. */
const MAX_ATTEMPTS = 3;
/** A thread that has not answered by then never will. */
const START_MS = 30_000;
/** A cancelled task that ends within this costs less than a new thread. */
const GRACE_MS = 20;

export class Pool {
  #source;
  #greeting;
  #size;
  /** @type {Set<Member>} */
  #members = new Set();
  /** @type {Set<Job>} not yet settled */
  #jobs = new Set();
  /** @type {Job[]} with tasks waiting, the next one first */
  #turn = [];
  #isRefused = false;

  /**
   * @param {{ source: string, greeting: unknown, size: number }} options the script of a thread, what it is told first, how many
   */
  constructor({ source, greeting, size }) {
    this.#source = source;
    this.#greeting = greeting;
    this.#size = size;
    this.#fill();
  }

  /** How many threads work here: 0 where they are refused. */
  get size() {
    return this.#isRefused ? 0 : this.#size;
  }

  /** @param {Job} job its tasks are waiting */
  add(job) {
    if (this.#isRefused) {
      job.takeBack();
      return;
    }
    this.#jobs.add(job);
    this.#turn.push(job);
    for (const { thread, isReady } of this.#members) if (!isReady) thread.hold(true);
    this.#deal();
  }

  /**
   * Forgets a call that is settled. A thread still at work for it gets a moment to finish, then it is stopped and replaced.
   * @param {Job} job
   */
  remove(job) {
    this.#jobs.delete(job);
    this.#turn = this.#turn.filter((each) => each !== job);
    for (const member of this.#members) this.#rescue(member);
  }

  /**
   * Replaces a thread that is still at work for nobody after its moment of grace.
   * @param {Member} member
   */
  #rescue(member) {
    if (!this.#worksForNobody(member)) return;
    setTimeout(() => {
      if (!this.#members.has(member) || !this.#worksForNobody(member)) return;
      this.#drop(member);
      this.#deal();
    }, GRACE_MS);
  }

  /** @param {Member} member */
  #worksForNobody({ inbox }) {
    return inbox.length > 0 && !this.#jobs.has(inbox[0].job);
  }

  /** Stops every thread and fails every call. */
  free() {
    this.#isRefused = true;
    for (const member of this.#members) this.#end(member);
    this.#members.clear();
    this.#turn = [];
    for (const job of this.#jobs)
      job.fail(new AttentionError('freed', '', 'the engine has been freed'));
    this.#jobs.clear();
  }

  /** Starts the threads that are missing. */
  #fill() {
    while (this.#members.size < this.#size && !this.#isRefused) this.#start();
  }

  #start() {
    let thread;
    try {
      thread = startThread(this.#source, {
        onMessage: (message) => this.#hear(member, message),
        onDeath: (reason) => this.#bury(member, reason),
      });
    } catch {
      this.#lose();
      return;
    }
    const timer = setTimeout(() => this.#bury(member, 'the worker did not start'), START_MS);
    if (typeof timer === 'object') timer.unref();
    /** @type {Member} */
    const member = { thread, inbox: [], isReady: false, kept: '', timer };
    this.#members.add(member);
    thread.post(this.#greeting, []);
    thread.hold(this.#jobs.size > 0);
  }

  /** Sends tasks to the threads that have room, one each before any gets a second. */
  #deal() {
    if (this.#turn.length > 0) this.#fill();
    for (let depth = 0; depth < DEPTH; depth++) {
      for (const member of this.#members) {
        if (member.isReady && member.inbox.length === depth) this.#sendNext(member);
      }
    }
  }

  /** @param {Member} member */
  #sendNext(member) {
    const job = this.#turn.shift();
    if (job === undefined) return;
    const task = job.waiting.shift();
    if (task !== undefined) {
      try {
        const { message, transfer, kept } = job.message(task, member.kept);
        member.thread.post(message, transfer);
        member.kept = kept;
        member.inbox.push({ job, task });
        member.thread.hold(true);
      } catch (error) {
        job.fail(error);
        this.#sendNext(member);
        return;
      }
    }
    if (job.waiting.length > 0) this.#turn.push(job);
    if (task === undefined) this.#sendNext(member);
  }

  /**
   * @param {Member} member
   * @param {unknown} message
   */
  #hear(member, message) {
    const { ready, broken } = /** @type {{ ready?: boolean, broken?: string }} */ (message);
    if (broken !== undefined) {
      this.#bury(member, broken);
      return;
    }
    if (ready) {
      member.isReady = true;
      clearTimeout(member.timer);
    } else {
      const errand = member.inbox.shift();
      if (errand !== undefined && this.#jobs.has(errand.job))
        errand.job.settle(errand.task, message);
      this.#rescue(member);
    }
    this.#deal();
    member.thread.hold(member.inbox.length > 0);
  }

  /**
   * A thread has died: its work is done again, by others or by its successor.
   * @param {Member} member
   * @param {string} reason
   */
  #bury(member, reason) {
    if (!this.#members.has(member)) return;
    const running = member.inbox[0];
    this.#drop(member);
    if (running !== undefined && ++running.task.attempts >= MAX_ATTEMPTS) {
      const message = `${MAX_ATTEMPTS} workers died over the same work: ${reason}`;
      running.job.fail(new AttentionError('backend', 'workers', message));
    }
    if (!member.isReady) this.#lose();
    this.#deal();
  }

  /**
   * Ends a thread and puts its work back to the front.
   * @param {Member} member
   */
  #drop(member) {
    this.#members.delete(member);
    this.#end(member);
    for (const { job, task } of member.inbox.reverse()) {
      if (!this.#jobs.has(job)) continue;
      job.waiting.unshift(task);
      if (!this.#turn.includes(job)) this.#turn.unshift(job);
    }
  }

  /** @param {Member} member */
  #end({ thread, timer }) {
    clearTimeout(timer);
    thread.end();
  }

  /** A thread could not be started: the others go on without it; without any, the calls get their tasks back. */
  #lose() {
    this.#size = this.#members.size;
    if (this.#size > 0) return;
    this.#isRefused = true;
    const jobs = [...this.#jobs];
    this.#jobs.clear();
    this.#turn = [];
    for (const job of jobs) job.takeBack();
  }
}
