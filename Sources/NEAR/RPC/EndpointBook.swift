/// What a client remembers of its endpoints for a short while.
actor EndpointBook {
  private var statuses: [Int: (status: NEARRPCStatus, readAt: Duration)] = [:]
  private var failures: [Int: Duration] = [:]

  /// The status read of an endpoint, unless that is too long ago.
  func status(of endpoint: Int, notBefore moment: Duration) -> NEARRPCStatus? {
    guard let entry = statuses[endpoint], entry.readAt >= moment else { return nil }
    return entry.status
  }

  func keep(_ status: NEARRPCStatus, of endpoint: Int, readAt moment: Duration) {
    statuses[endpoint] = (status, moment)
  }

  func answered(_ endpoint: Int) { failures[endpoint] = nil }

  func failed(_ endpoint: Int, at moment: Duration) {
    failures[endpoint] = moment
    statuses[endpoint] = nil
  }

  /// The endpoints in their order, those last that failed since a moment: a dead first endpoint then
  /// costs its time limit now and again, not at every question.
  func order(of count: Int, restingSince moment: Duration) -> [Int] {
    let resting = Set(failures.filter { $0.value >= moment }.keys)
    return (0..<count).filter { !resting.contains($0) } + (0..<count).filter { resting.contains($0) }
  }
}
