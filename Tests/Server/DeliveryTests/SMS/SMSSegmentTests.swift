import DoorwardDelivery
import Testing

@Suite struct SMSSegmentTests {
  @Test(
    arguments: [
      ("", 1), (String(repeating: "a", count: 160), 1), (String(repeating: "a", count: 161), 2),
      (String(repeating: "é\n@_", count: 40), 1), (String(repeating: "a", count: 306), 2),
      (String(repeating: "a", count: 307), 3), (String(repeating: "€", count: 80), 1),
      (String(repeating: "€", count: 81), 2), (String(repeating: "я", count: 70), 1),
      (String(repeating: "я", count: 71), 2), (String(repeating: "👍", count: 35), 1),
      (String(repeating: "👍", count: 36), 2), (String(repeating: "a", count: 70) + "ç", 2),
    ] as [(String, Int64)])
  func segmentsAreCountedAsProvidersBillThem(_ text: String, _ count: Int64) {
    #expect(SMSSegments.count(text) == count)
  }
}
