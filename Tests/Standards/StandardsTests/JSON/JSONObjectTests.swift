import Encodings
import Testing

@Suite("JSON objects")
struct JSONObjectTests {
  @Test("names are compared by code points: canonically equivalent names differ")
  func codePoints() throws {
    let composed = "caf\u{e9}"
    let decomposed = "cafe\u{301}"
    var object: JSONObject = [composed: 1]
    #expect(object[decomposed] == nil)
    object[decomposed] = 2
    #expect(object.count == 2)
    #expect(object[composed] == 1)
    #expect(JSONValue.string(composed) != JSONValue.string(decomposed))
    // U+212A KELVIN SIGN is canonically K.
    #expect(try JSONParser.parse("{\"\u{212a}\":1}")["K"] == nil)
  }

  @Test("setting, replacing and removing work at every size", arguments: [1, 5, 24, 25, 26, 100])
  func mutation(size: Int) {
    var object = JSONObject()
    for place in 0..<size { object["k\(place)"] = .integer(place) }
    #expect(object.count == size)
    #expect(object.keys == (0..<size).map { "k\($0)" })
    object["k0"] = "first"
    #expect(object["k0"] == "first")
    #expect(object.keys.first == "k0")
    for place in stride(from: 0, to: size, by: 2) { object["k\(place)"] = nil }
    #expect(object.keys == stride(from: 1, to: size, by: 2).map { "k\($0)" })
    for place in 0..<size {
      #expect(object["k\(place)"] == (place.isMultiple(of: 2) ? nil : .integer(place)))
    }
    object["absent"] = nil
    #expect(object.count == size / 2)
  }

  @Test("equality and hash ignore the order")
  func equality() throws {
    let one = try JSONParser.parse(#"{"a":1,"b":[{"c":2,"d":3}]}"#)
    let other = try JSONParser.parse(#"{"b":[{"d":3,"c":2}],"a":1}"#)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != (try JSONParser.parse(#"{"a":1,"b":[{"c":2,"d":4}]}"#)))
    #expect(one != (try JSONParser.parse(#"{"a":1}"#)))
    #expect(try JSONParser.parse("1") != JSONParser.parse("1.0"))
    #expect(JSONValue.null != false)
    #expect(Set([one, other, 1, "1", true, nil, []]).count == 6)
  }

  @Test("accessors return nil for other types and for indices out of range")
  func accessors() {
    let value: JSONValue = ["s": "x", "n": 1, "b": true, "z": nil, "a": [1], "o": [:]]
    #expect(value["s"]?.string == "x")
    #expect(value["s"]?.int64 == nil)
    #expect(value["n"]?.string == nil)
    #expect(value["n"]?.bool == nil)
    #expect(value["b"]?.bool == true)
    #expect(value["z"]?.isNull == true)
    #expect(value["a"]?[0]?.int64 == 1)
    #expect(value["a"]?[1] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["o"]?.object?.isEmpty == true)
    #expect(value["s"]?["s"] == nil)
    #expect(JSONValue.null["a"] == nil)
  }

  @Test("a reader reads each type and reports the path of an invalid member")
  func reader() throws {
    let text =
      #"{"s":"x","n":5,"neg":-5,"f":1.5,"b":false,"z":null,"l":["a","b"],"m":["a",1],"o":{"i":[{"q":1}]}}"#
    let reader = try JSONObjectReader(JSONParser.parse(text))
    #expect(try reader.requiredString("s") == "x")
    #expect(try reader.optionalString("z") == nil)
    #expect(try reader.optionalString("absent") == nil)
    #expect(try reader.requiredInt64("neg") == -5)
    #expect(try reader.requiredUInt64("n") == 5)
    #expect(try reader.requiredDouble("f") == 1.5)
    #expect(try reader.requiredBool("b") == false)
    #expect(try reader.requiredStrings("l") == ["a", "b"])
    #expect(try reader.requiredArray("m").count == 2)
    #expect(reader.has("s") && !reader.has("z") && !reader.has("absent"))
    let inner = try reader.requiredObject("o").requiredObjects("i")
    #expect(inner.first?.path == "o.i[0]")

    func reason(_ code: JSONError.Code, _ step: () throws -> some Any) -> String? {
      let error = #expect(throws: JSONError.self) { _ = try step() }
      #expect(error?.code == code)
      return error?.reason
    }
    #expect(
      reason(.missingMember) { try reader.requiredString("absent") }
        == "absent is missing; it must be a string")
    #expect(reason(.missingMember) { try reader.requiredObject("z") } == "z is missing; it must be an object")
    #expect(reason(.wrongType) { try reader.requiredUInt64("neg") }?.hasPrefix("neg must be") == true)
    #expect(
      reason(.wrongType) { try reader.requiredInt64("f") }?.hasPrefix("f must be a whole number") == true)
    let large = try JSONObjectReader(JSONParser.parse(#"{"n":1e400}"#))
    let whole = "n must be a whole number that fits 64 bits"
    #expect(reason(.wrongType) { try large.optionalInt64("n") } == whole)
    #expect(
      reason(.wrongType) { try large.optionalUInt64("n") }
        == "n must be a whole number, zero or more, that fits 64 bits")
    #expect(reason(.wrongType) { try large.optionalDouble("n") } == "n must be a number that fits 64 bits")
    #expect(
      reason(.wrongType) { try reader.optionalStrings("m") }?.hasPrefix("m must be an array of strings")
        == true)
    #expect(
      reason(.wrongType) { try reader.optionalObjects("m") }?.hasPrefix("m[0] must be an object") == true)
    #expect(
      reason(.wrongType) { try inner[0].requiredString("q") } == "o.i[0].q must be a string, not a number")
    #expect(
      reason(.wrongType) { try JSONObjectReader([1]) } == "the JSON text must be an object, not an array")
  }
}
