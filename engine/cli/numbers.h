#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace marblemaze {

/// Makes every option of the program and its commands that takes a number refuse anything else in
/// one line: no words, no nan or inf (which CLI11 reads), no whole number of ten digits.
void require_numbers(CLI::App& app);

/// Makes an option refuse numbers outside [low, high], both ends included. Throws BadInput while
/// the command line is read.
CLI::Option* within(double low, double high, CLI::Option* option);

}  // namespace marblemaze
