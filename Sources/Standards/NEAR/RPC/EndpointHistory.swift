/// The recent statuses and failures of a client's endpoints.
actor EndpointHistory {
  private var statuses: [Int: (status: NEARRPCStatus, readAt: Duration)] = [:]
  private var failures: [Int: Duration] = [:]

  /// The stored status of an endpoint, unless it is older than the moment.
  func status(of endpoint: Int, notBefore moment: Duration) -> NEARRPCStatus? {
    guard let entry = statuses[endpoint], entry.readAt >= moment else { return nil }
    return entry.status
  }

  func store(_ status: NEARRPCStatus, of endpoint: Int, readAt moment: Duration) {
    statuses[endpoint] = (status, moment)
  }

  func answered(_ endpoint: Int) { failures[endpoint] = nil }

  func failed(_ endpoint: Int, at moment: Duration) {
    failures[endpoint] = moment
    statuses[endpoint] = nil
  }

  /// The order in which endpoints are queried. Endpoints that failed since a moment are last, so that an
  /// unreachable endpoint does not delay every request by its time limit.
  func order(of count: Int, demotingFailuresSince moment: Duration) -> [Int] {
    let demoted = Set(failures.filter { $0.value >= moment }.keys)
    return (0..<count).filter { !demoted.contains($0) } + (0..<count).filter { demoted.contains($0) }
  }
}
