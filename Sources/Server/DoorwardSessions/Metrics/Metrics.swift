import DoorwardSystem

/// The counts of this process, and their text for Prometheus.
///
/// A process counts alone, and Prometheus adds the processes. Counts are in memory only: they start at zero with the process.
package final class Metrics: Sendable {
  /// A number with the values of its labels.
  package struct Sample: Sendable {
    let series: Series
    let value: Double

    package init(_ metric: Metric, _ labels: [String] = [], _ value: Double) {
      series = Series(metric: metric, labels: labels)
      self.value = value
    }
  }

  struct Series: Hashable, Sendable {
    let metric: Metric
    let labels: [String]
  }

  /// The observations of a histogram. Each count is of one bucket alone.
  struct Distribution: Sendable {
    var counts = [Int64](repeating: 0, count: Metric.bounds.count + 1)
    var seconds = 0.0

    mutating func add(_ seconds: Double, to bucket: Int) {
      counts[bucket] += 1
      self.seconds += seconds
    }
  }

  private struct State: Sendable {
    var counts: [Series: Int64] = [:]
    var distributions: [Series: Distribution] = [:]
  }

  private let state = Monitor(State())

  package init() {}

  /// Counts an occurrence.
  ///
  /// - Parameters:
  ///   - metric: a counter.
  ///   - labels: the values of its labels. Each is one of a bounded set.
  ///   - number: the number of occurrences.
  package func count(_ metric: Metric, _ labels: [String] = [], by number: Int64 = 1) {
    let series = Series(metric: metric, labels: labels)
    state.withLock { $0.counts[series, default: 0] += number }
  }

  /// Adds an observation to a histogram.
  package func observe(_ metric: Metric, labels: [String] = [], duration: Duration) {
    let (whole, rest) = duration.components
    let seconds = Double(whole) + Double(rest) / 1e18
    let bucket = Metric.bounds.firstIndex { seconds <= $0 } ?? Metric.bounds.count
    let series = Series(metric: metric, labels: labels)
    state.withLock { $0.distributions[series, default: Distribution()].add(seconds, to: bucket) }
  }

  /// All numbers in the text format of Prometheus, version 0.0.4, with those that are read now.
  package func text(with samples: [Sample]) -> String {
    let state = state.withLock { $0 }
    var writer = MetricsWriter()
    for metric in Metric.allCases {
      var values = samples.filter { $0.series.metric == metric }
      for (series, count) in state.counts where series.metric == metric {
        values.append(Sample(metric, series.labels, Double(count)))
      }
      // A counter without an occurrence is 0, so that its first increase is seen.
      if values.isEmpty, metric.kind == .counter, metric.labels.isEmpty {
        values.append(Sample(metric, [], 0))
      }
      writer.begin(metric)
      for value in values.sorted(by: { $0.series.labels.lexicographicallyPrecedes($1.series.labels) }) {
        writer.add(value)
      }
      let distributions = state.distributions.filter { $0.key.metric == metric }
      for (series, distribution) in distributions.sorted(by: {
        $0.key.labels.lexicographicallyPrecedes($1.key.labels)
      }) {
        writer.add(series, distribution)
      }
    }
    return writer.text
  }
}

/// Writes the text format (https://prometheus.io/docs/instrumenting/exposition_formats).
private struct MetricsWriter {
  private(set) var text = ""

  mutating func begin(_ metric: Metric) {
    text += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
  }

  mutating func add(_ sample: Metrics.Sample) {
    line(sample.series.metric.rawValue, pairs(sample.series), sample.value)
  }

  mutating func add(_ series: Metrics.Series, _ distribution: Metrics.Distribution) {
    let name = series.metric.rawValue
    var count: Int64 = 0
    for (index, number) in distribution.counts.enumerated() {
      count += number
      let bound = index < Metric.bounds.count ? Self.number(Metric.bounds[index]) : "+Inf"
      line("\(name)_bucket", pairs(series) + [("le", bound)], Double(count))
    }
    line("\(name)_sum", pairs(series), distribution.seconds)
    line("\(name)_count", pairs(series), Double(count))
  }

  private func pairs(_ series: Metrics.Series) -> [(String, String)] {
    Array(zip(series.metric.labels, series.labels))
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
    text += name
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",") + "}"
    }
    text += " \(Self.number(value))\n"
  }

  /// A whole number has no fraction.
  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ label: String) -> String {
    var escaped = ""
    for character in label.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
