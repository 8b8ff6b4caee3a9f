/// Jobs in the order of their arrival.
package struct JobQueue<Job> {
  private var jobs: [Job] = []
  /// The number of jobs at the front that have been taken. The array is cut when they are the larger half.
  private var head = 0

  package init() {}

  package var count: Int { jobs.count - head }

  package var isEmpty: Bool { head == jobs.count }

  /// The oldest job, which stays in the queue.
  package var first: Job? { isEmpty ? nil : jobs[head] }

  package mutating func append(_ job: Job) { jobs.append(job) }

  /// Puts a job that was taken before all others.
  package mutating func putBack(_ job: Job) {
    if head > 0 {
      head -= 1
      jobs[head] = job
    } else {
      jobs.insert(job, at: 0)
    }
  }

  /// Removes and returns the oldest job.
  package mutating func take() -> Job? {
    guard head < jobs.count else { return nil }
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head > jobs.count / 2 {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }

  /// Removes and returns all jobs.
  package mutating func takeAll() -> ArraySlice<Job> {
    defer { self = JobQueue() }
    return jobs[head...]
  }
}

extension JobQueue: Sendable where Job: Sendable {}
