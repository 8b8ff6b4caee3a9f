/// The processor time of a request beside that of its reference: its own cryptography, or the same request elsewhere.
struct CostRow {
  let name: String
  /// The processor time of one request, in microseconds, in each round.
  let costs: [Double]
  /// The reference in words, and its processor time in each round.
  var reference: (name: String, costs: [Double])?
  /// The largest allowed ratio.
  var limit: Double?

  /// The median of the ratios within one round.
  var ratio: Double? {
    reference.map { Stopwatch.median(zip(costs, $0.costs).map { $0 / $1 }) }
  }

  /// Whether the limit is kept; nil if there is none.
  var isMet: Bool? { limit.map { (ratio ?? .infinity) <= $0 } }

  static let header = ["What", "µs", "beside", "ratio", "limit", "met"]

  var cells: [String] {
    let ratio = ratio
    return [
      name, Self.tenths(Stopwatch.median(costs)), reference?.name ?? "", ratio.map(Self.hundredths) ?? "",
      limit.map { "\u{2264} \(Self.hundredths($0))" } ?? "",
      isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func hundredths(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
