/// A number that the server publishes for Prometheus. `docs/metrics.md` lists the names, which are stable.
///
/// No label has personal data: each value is a name that the server defines, or a status.
package enum Metric: String, Sendable, CaseIterable {
  case buildInfo = "doorward_build_info"
  case requests = "doorward_http_requests_total"
  case requestDuration = "doorward_http_request_duration_seconds"
  case signIns = "doorward_sign_ins_total"
  case securityEvents = "doorward_security_events_total"
  case rateLimited = "doorward_rate_limited_total"
  case waitingPasswordHashes = "doorward_password_hashes_waiting"
  case writeDuration = "doorward_store_write_duration_seconds"
  case storeFailures = "doorward_store_failures_total"
  case waitingTransactions = "doorward_store_waiting"
  case deliveries = "doorward_deliveries_total"
  case waitingMessages = "doorward_messages_waiting"
  case aliveSessions = "doorward_sessions_alive"
  case signingKeyCreated = "doorward_signing_key_created_timestamp_seconds"
  case processorTime = "process_cpu_seconds_total"
  case residentMemory = "process_resident_memory_bytes"
  case openFiles = "process_open_fds"
  case fileLimit = "process_max_fds"
  case processStart = "process_start_time_seconds"

  package enum Kind: String, Sendable { case counter, gauge, histogram }

  package var kind: Kind {
    switch self {
    case .requests, .signIns, .securityEvents, .rateLimited, .storeFailures, .deliveries, .processorTime:
      .counter
    case .requestDuration, .writeDuration: .histogram
    case .buildInfo, .waitingPasswordHashes, .waitingTransactions, .waitingMessages, .aliveSessions,
      .signingKeyCreated, .residentMemory, .openFiles, .fileLimit, .processStart:
      .gauge
    }
  }

  /// The names of the labels, in the order in which values are given.
  package var labels: [String] {
    switch self {
    case .buildInfo: ["version"]
    case .requests: ["method", "route", "status"]
    case .requestDuration: ["route"]
    case .signIns: ["method", "result"]
    case .securityEvents: ["event", "outcome"]
    case .rateLimited: ["limit"]
    case .waitingTransactions: ["queue"]
    case .deliveries: ["channel", "result"]
    case .waitingMessages: ["channel"]
    case .signingKeyCreated: ["kid", "algorithm"]
    case .waitingPasswordHashes, .writeDuration, .storeFailures, .aliveSessions, .processorTime,
      .residentMemory, .openFiles, .fileLimit, .processStart:
      []
    }
  }

  /// One sentence for the reader of the numbers.
  package var help: String {
    switch self {
    case .buildInfo: "The version of the server; the value is 1."
    case .requests: "Answered requests."
    case .requestDuration: "The time from a complete request to its answer."
    case .signIns: "Sign-ins by method; the result is done, or the code of the refusal."
    case .securityEvents: "Events of the security log."
    case .rateLimited: "Requests and messages that a limit has refused."
    case .waitingPasswordHashes: "Passwords that wait to be hashed."
    case .writeDuration: "The time of a write: its wait in the queue, the transaction and the commit."
    case .storeFailures: "Reads and writes that failed because the store does not work."
    case .waitingTransactions: "Reads and writes that wait for a thread or a connection of the store."
    case .deliveries:
      "Attempts to deliver messages, events and logout tokens, and messages that expired before one."
    case .waitingMessages: "Messages and webhooks that wait for delivery, in the store of all processes."
    case .aliveSessions: "Sessions that have not ended, in the store that all processes share."
    case .signingKeyCreated: "The time at which a published token-signing key was made."
    case .processorTime: "Processor time of the process."
    case .residentMemory: "Memory of the process."
    case .openFiles: "Open files and sockets of the process."
    case .fileLimit: "The most open files and sockets of the process."
    case .processStart: "The time at which the process started."
    }
  }

  /// The upper bounds of the buckets of a histogram, in seconds.
  package static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
}
